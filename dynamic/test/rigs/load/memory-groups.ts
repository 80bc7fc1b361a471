/** The folder in which the memory limits of control groups (version 1) are set. */
export const memoryGroups = '/sys/fs/cgroup/memory'
