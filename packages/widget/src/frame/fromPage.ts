export { reportPermissions } from './framePermissions.ts'
export { showTheme } from './pageTheme.ts'
