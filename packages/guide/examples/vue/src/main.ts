import { createApp } from 'vue'
import Buy from './Buy.vue'

createApp(Buy).mount('#root')
