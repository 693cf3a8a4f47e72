export { defineElement } from './element.ts'
export { mount } from './mount.ts'
export type { Appearance, Handle, Options, WidgetEvent } from './Options.ts'
