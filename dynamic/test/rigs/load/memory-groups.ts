/** Where limits of memory are set for groups of processes. */
export const memoryGroups = '/sys/fs/cgroup/memory'
