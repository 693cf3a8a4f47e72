import { tour } from '../screens/tour/tour.ts'
import { enlarge } from './enlarge.ts'

tour(enlarge)
