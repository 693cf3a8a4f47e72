import { tour } from '../screens/tour/tour.ts'
import { examine } from './examine.ts'

tour(examine)
