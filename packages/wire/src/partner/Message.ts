import * as z from 'zod/mini'
import { hasRepeatedMember } from '../http/hasRepeatedMember.ts'
import { readPhone } from '../readPhone.ts'

/** The channels by which a message reaches a phone. */
const MessageChannel = z.enum(['sms', 'whatsapp'])

export const SendMessage = z.strictObject({
  phone: z
    .string()
    .check(
      z.overwrite(readPhone),
      z.regex(/^\+[1-9]([ ()-]?[0-9]){6,14}$/, 'Use the international form, such as +49 30 123456'),
    ),
  channel: MessageChannel,
  sms_text: z.optional(z.string().check(z.minLength(1), z.maxLength(1_600))),
  whatsapp_template: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_.-]{1,128}$/))),
  whatsapp_params: z.optional(z.string().check(z.maxLength(4_096))),
})
export type SendMessage = z.infer<typeof SendMessage>

export const SentMessage = z.object({ message_id: z.string() })

const Param = z.string().check(z.maxLength(1_000))
const TemplateParams = z.union([z.array(Param), z.record(z.string().check(z.maxLength(64)), Param)])

/**
 * The values of `whatsapp_params` by placeholder: a JSON object of texts names each, a JSON array has those of 1, 2 …,
 * and any other text is the value of 1. Undefined where it begins like JSON and is neither, or names a member twice.
 */
export function readTemplateParams(text: string): Readonly<Record<string, string>> | undefined {
  if (!/^\s*[[{]/.test(text)) return Param.safeParse(text).success ? { 1: text } : undefined
  const params = TemplateParams.safeParse(parsed(text)).data
  return Array.isArray(params)
    ? Object.fromEntries(params.map((param, index) => [String(index + 1), param]))
    : params
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return hasRepeatedMember(text) ? undefined : value
  } catch {
    return undefined
  }
}
