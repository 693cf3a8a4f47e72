import { tour } from '../screens/tour/tour.ts'
import { test } from '../src/test.ts'
import { noteAnnouncements } from './announcements.ts'
import { examine } from './examine.ts'

test.beforeEach(({ page }) => noteAnnouncements(page))

tour(examine)
