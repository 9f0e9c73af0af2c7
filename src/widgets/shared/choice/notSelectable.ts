/** SE-003: message after an attempt to choose a disabled node. */
export const NOT_SELECTABLE = '该节点不能选择';
