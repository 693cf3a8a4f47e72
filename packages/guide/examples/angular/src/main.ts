import { bootstrapApplication } from '@angular/platform-browser'
import { Buy } from './buy'

await bootstrapApplication(Buy)
