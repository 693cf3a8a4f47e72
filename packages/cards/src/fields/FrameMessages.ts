import type en from '../../frame/messages/en.ts'

/** What the card form says in one language. */
export type FrameMessages = Readonly<Record<keyof typeof en, string>>
