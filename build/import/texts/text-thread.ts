// A thread that does the text work of one import.
import { serveThread } from '../../../data/store/threads/serve-thread.ts'
import { TextWork } from './text-work.ts'

serveThread(new TextWork())
