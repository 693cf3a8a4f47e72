export { defineElement } from './element.ts'
export { mount } from './mount.ts'
export type { Handle, Options, WidgetEvent } from './Options.ts'
