import { html } from 'hono/html'
import type * as z from 'zod/mini'
import type { Html } from '../../pages/Page.ts'
import { fieldsOf, type Field } from '../fields.ts'
import { jsonSchema } from '../jsonSchema.ts'
import { named } from './named.ts'

/** The fields of a part of a request or of an answer, with their inner fields. Empty if there are none. */
export function fieldSection(title: string, schema: z.ZodMiniType | undefined, io: 'input' | 'output'): Html {
  const fields = schema ? fieldsOf(jsonSchema(schema, io)) : []
  if (fields.length === 0) return html``
  if (io === 'input')
    return html`<h3>${title}</h3>
      ${fieldList(fields)}`
  return html`<details class="part">
    <summary>${title} <small>${counted(fields)}</small></summary>
    ${fieldList(fields)}
  </details>`
}

function counted(fields: readonly Field[]): string {
  return fields.length === 1 ? '1 field' : `${fields.length} fields`
}

function fieldList(fields: readonly Field[]): Html {
  return html`<ul class="fields">
    ${fields.map(fieldItem)}
  </ul>`
}

function fieldItem({ name, type, values, required, meaning, fields }: Field): Html {
  return html`<li>
    <div class="field">
      <code>${name}</code> <span class="type">${type}</span>
      ${required ? html`<span class="required">required</span>` : ''}
    </div>
    ${meaning === '' ? '' : html`<p>${named(meaning)}</p>`}
    ${
      values.length === 0
        ? ''
        : html`<p class="values">One of ${values.map((value) => html`<code>${value}</code> `)}</p>`
    }
    ${
      fields.length === 0
        ? ''
        : html`<details>
            <summary>Members of <code>${name}</code></summary>
            ${fieldList(fields)}
          </details>`
    }
  </li>`
}
