/** SE-003: said when somebody tries to choose a disabled node. */
export const NOT_SELECTABLE = '该节点不能选择';
