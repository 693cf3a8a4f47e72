import * as z from 'zod/mini'

/** The ways in which a message reaches a phone. */
const MessageChannel = z.enum(['sms', 'whatsapp'])

export const SendMessage = z.strictObject({
  phone: z
    .string()
    .check(z.regex(/^\+[1-9]([ ()-]?[0-9]){6,14}$/, 'Use the international form, such as +49 30 123456')),
  channel: MessageChannel,
  sms_text: z.optional(z.string().check(z.minLength(1), z.maxLength(1_600))),
  whatsapp_template: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_.-]{1,128}$/))),
  whatsapp_params: z.optional(z.string().check(z.maxLength(4_096))),
})
export type SendMessage = z.infer<typeof SendMessage>

export const SentMessage = z.object({ message_id: z.string() })

const TemplateParams = z.record(z.string().check(z.maxLength(64)), z.string().check(z.maxLength(1_000)))

/** What `whatsapp_params` says, by place; undefined where it is no JSON object of texts. */
export function readTemplateParams(text: string): Readonly<Record<string, string>> | undefined {
  try {
    return TemplateParams.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
