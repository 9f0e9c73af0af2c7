/** Matches a field key, also of an imported form. Does not match a level of departments, which is a number. */
const FIELD_KEY = /^[A-Za-z_$一-龥][\w$一-龥-]*$/;

/**
 * Returns true if a candidate is the leader of a department and `value` is the key of the field with the department.
 */
export const namesDeptField = (type: string, value: string): boolean => type === 'deptLeader' && FIELD_KEY.test(value);
