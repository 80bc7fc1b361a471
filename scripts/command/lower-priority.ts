import { constants, getPriority, setPriority } from 'node:os'

const { PRIORITY_BELOW_NORMAL } = constants.priority

/**
 * Lowers the priority of this process, so that a service on the same machine answers as fast as before while the process
 * takes the processor time that is left. Threads that it starts later have the same priority. A process that was started with
 * a lower one keeps it: only root may raise it again.
 */
export function lowerPriority(): void {
  if (getPriority() < PRIORITY_BELOW_NORMAL) setPriority(PRIORITY_BELOW_NORMAL)
}
