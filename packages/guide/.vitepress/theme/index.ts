export { reportingTheme as default } from './reportingTheme.ts'

// After the theme's own styles: what both say of the same thing is decided by the later one.
import './guide.css'
