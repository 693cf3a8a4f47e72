import { personModel } from './personModel/personModel.ts'

personModel({ sequences: 5 })
