import { Component, DestroyRef, ElementRef, inject, signal, viewChild } from '@angular/core'
import { mount, type Handle } from '@cambio/embed'

@Component({
  selector: 'app-buy',
  template: `
    <h1>Buy coins</h1>
    <button (click)="open()">Buy</button>
    <output>{{ event() }}</output>
    <div #box></div>
  `,
})
export class Buy {
  readonly event = signal('')
  private readonly box = viewChild.required<ElementRef<HTMLElement>>('box')
  private widget: Handle | undefined

  constructor() {
    inject(DestroyRef).onDestroy(() => this.widget?.close())
  }

  async open() {
    const answer = await fetch('/request', { method: 'POST' })
    const { requestId } = await answer.json()
    this.widget?.close()
    this.widget = mount(this.box().nativeElement, {
      requestId,
      baseUrl: 'http://localhost:8787',
      onEvent: ({ kind }) => this.event.set(kind),
    })
  }
}
