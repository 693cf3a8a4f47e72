import { Problem } from '@cambio/wire/http/Problem.ts'
import { explain, type Explained } from './explain.ts'

export const problemMeanings: readonly Explained[] = [
  explain(Problem, {
    type: 'Where this code stands in the reference.',
    title: 'What the code means, the same for every such problem.',
    status: 'The HTTP status.',
    detail: 'What happened this time, for people.',
    success: '0.',
    code: 'Stable: branch on it in your code. See Problems.',
    request_id:
      'Names the request when you ask us about it; as in X-Request-Id. With partner_order_id_taken, while a widget request has the id: that request.',
    errors: 'The fields that caused the problem, if any.',
  }),
  explain(Problem.shape.errors.def.element, {
    pointer: 'The field, as a JSON pointer (RFC 6901).',
    code: 'Which rule it breaks; see Problems.',
    detail: 'What to send instead, for people.',
  }),
]
