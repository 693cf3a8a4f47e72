export { defineElement } from './element.ts'
export type { CambioLoader, WidgetElement, WidgetElementAttributes } from './global.ts'
export { mount } from './mount.ts'
export type { Appearance, Handle, Options, Status, Step, Theme, WidgetEvent } from './Options.ts'
