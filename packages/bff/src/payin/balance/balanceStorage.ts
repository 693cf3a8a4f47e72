import type { BalancePayin } from '@cambio/exchange/payin/balance/machine/BalancePayin.ts'
import { present } from '@cambio/server/postgres/present.ts'
import type { PayinStorage } from '../PayinStorage.ts'

/** Everything is stored with the order. */
export const balanceStorage: PayinStorage<BalancePayin> = {
  columns: ({ state, wrongCodes }) => ({ balance_state: state, wrong_codes: wrongCodes }),
  read: (row) => ({
    is: 'balance',
    state: present(row, 'balance_state'),
    wrongCodes: present(row, 'wrong_codes'),
  }),
  select: null,
  write(_all, { status }) {
    return status === 'confirmation_pending' ? null : { name: 'over', part: CODE_OVER }
  },
}

/** Ends the code of a withdrawal that no longer waits for it. */
const CODE_OVER = `code as (
    update withdrawal_code w
    set code_hash = null, body_sealed = null, due_at = null, lease_until = null,
      state = case when w.state = 'waiting' then 'failed' else w.state end
    from written where w.order_id = written.id and w.code_hash is not null
  )`
