import { constants, setPriority } from 'node:os'

/**
 * Lowers the priority of this process, so that a service on the same machine answers as fast as before while the process
 * takes the processor time that is left. Threads that it starts later have the same priority.
 */
export const lowerPriority = (): void => setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
