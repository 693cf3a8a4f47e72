import { clientModel } from './clientModel/clientModel.ts'

clientModel({ sequences: 8 })
