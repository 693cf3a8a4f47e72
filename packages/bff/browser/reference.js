// What makes the pages of the reference handier. All that they say stands in them without it.
import { copySamples } from './copySamples.js'
import { followOldLink } from './followOldLink.js'
import { openMenu } from './openMenu.js'
import { rememberLanguage } from './rememberLanguage.js'
import { searchReference } from './searchReference.js'
import { switchTheme } from './switchTheme.js'
import { tryCalls } from './tryCalls.js'

switchTheme()
rememberLanguage()
void followOldLink()
copySamples()
openMenu()
searchReference()
tryCalls()
