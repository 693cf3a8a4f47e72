import { Embedding, EmbeddingParams, EmbeddingQuery } from '@cambio/wire/widget/Embedding.ts'
import { explain, type Explained } from './explain.ts'

export const embeddingMeanings: readonly Explained[] = [
  explain(EmbeddingParams, { request_id: 'The widget request.' }),
  explain(EmbeddingQuery, { origin: 'The origin of the page, such as https://shop.example.com.' }),
  explain(Embedding, {
    is_allowed:
      'Whether the origin is on the list of the request’s partner. Each origin around the frame must be, however deep.',
  }),
]
