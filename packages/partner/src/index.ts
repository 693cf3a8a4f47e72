export { contract } from '@cambio/wire/contract.ts'
export { verifyCallback, type Callback, type Verified } from './callback.ts'
export { createPartner, NoAnswer, type Partner, ProblemError } from './client.ts'
