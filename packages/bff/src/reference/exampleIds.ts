/* The ids that the examples use and a sandbox has. An example that is sent as printed receives the printed answer. */

/** The client in most examples. */
export const ada = { client_external_id: 'client-7', email: 'ada@example.com' } as const

/** The client whose password examples change, which ends its sessions. */
export const alan = { client_external_id: 'client-9', email: 'alan@example.com' } as const

/** The client that changes its password itself. */
export const mary = { client_external_id: 'client-10', email: 'mary@example.com' } as const

export const examplePassword = 'correct horse battery staple'

/** The order that examples read. */
export const exampleOrder = { partner_order_id: 'order-1001', client_order_id: 'GB7Q9-040817' } as const

/** An endpoint beside the main one, which is sent only locked withdrawals. */
export const exampleEndpoint = {
  endpoint_id: '9f1d6c38-52e7-4b0a-8c46-e07b3a94d215',
  url: 'https://risk.example.com/callbacks',
} as const

/** The first callback of that order, at the endpoint that every partner has. */
export const exampleDelivery = {
  endpoint_id: 'main',
  delivery_id: '3c9a6e52-8b1d-4f70-9a24-c51e7d80b6f3',
} as const

/** An unused widget request. */
export const exampleRequest = { partner_order_id: 'order-1006', request_id: 'b4ea0f7c1d5e49a28c63' } as const

/** A coupon that takes the service fee off one order of each person. */
export const exampleCoupon = 'ONE-EACH'

/** The code of everything that a code confirms. */
export const exampleCode = '123456'

/** A token that opens one session for Ada. */
export const exampleToken = 'b4ea0f7c1d5e49a28c63'

/** Sessions: one that calls are made with, and one for each call that ends it. */
export const exampleSessions = {
  open: 'c90d5be2f1a74683d07e',
  toEnd: 'd71f3ac84b0e4952e6c8',
  toChangePassword: 'e2b86f90c3d14a57f19b',
} as const

/** Withdrawals that wait for their code: the partner confirms one, the client the other. */
export const exampleWithdrawals = {
  partner: {
    partner_order_id: 'order-1004',
    client_order_id: 'WD7Q9-040818',
    uuid: '0b7c5a1e-3f6d-4c2a-9e8b-5d4f6a7b8c9d',
  },
  client: {
    partner_order_id: 'order-1005',
    client_order_id: 'WD7Q9-040819',
    uuid: '7d9e2c4b-8a1f-4e3d-b5c6-1f2a3b4c5d6e',
  },
} as const
