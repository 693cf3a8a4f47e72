export { default } from 'vitepress/theme-without-fonts'

// After the theme's own styles: what both say of the same thing is decided by the later one.
import './guide.css'
