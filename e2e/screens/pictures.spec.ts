import { picture } from './Camera.ts'
import { tour } from './tour.ts'

tour(picture)
