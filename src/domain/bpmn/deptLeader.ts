/** Matches a field key, also of an imported form. Does not match a level of departments, which is a number. */
const FIELD_KEY = /^[A-Za-z_$一-龥][\w$一-龥-]*$/;

/**
 * Returns true if a holder (its type and value in the process file) is the leader of the department in a field of the
 * record. `value` is then the key of this field.
 */
export const isDeptFieldHolder = (type: string, value: string): boolean =>
  type === 'deptLeader' && FIELD_KEY.test(value);
