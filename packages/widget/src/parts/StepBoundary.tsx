import { Component, type ReactNode } from 'react'
import { NotLoaded } from './NotLoaded.tsx'

/** Keeps a failing step from breaking the whole page. */
export class StepBoundary extends Component<{ children: ReactNode }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    return this.state.broken ? <NotLoaded /> : this.props.children
  }
}
