import { tour } from '../screens/tour.ts'
import { examine } from './examine.ts'

tour(examine)
