import { mount } from 'svelte'
import Buy from './Buy.svelte'

mount(Buy, { target: document.querySelector('#root')! })
