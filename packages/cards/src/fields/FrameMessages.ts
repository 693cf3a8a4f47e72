import type en from '../../frame/messages/en.ts'

/** The words of the card form in one language. */
export type FrameMessages = Readonly<Record<keyof typeof en, string>>
