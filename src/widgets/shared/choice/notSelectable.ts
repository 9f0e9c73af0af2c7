/** SE-003: message after a click on an item of a tree that cannot be selected. */
export const NOT_SELECTABLE = '该节点不能选择';
