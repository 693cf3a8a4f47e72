import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Buy } from './Buy'

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <Buy />
  </StrictMode>,
)
