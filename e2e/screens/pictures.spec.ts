import { picture } from './Camera.ts'
import { tour } from './tour/tour.ts'

tour(picture)
