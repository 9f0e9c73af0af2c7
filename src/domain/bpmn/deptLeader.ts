/** Matches a field key, also of an imported form. Does not match a number. */
const FIELD_KEY = /^[A-Za-z_$一-龥][\w$一-龥-]*$/;

/**
 * Returns true if a holder with this type and value in the process file means the leader of the department that a field
 * of the record contains. The value of a `deptLeader` is either the key of such a field, or the level of a department,
 * counted upwards from the applicant's department.
 */
export const isDeptFieldHolder = (type: string, value: string): boolean =>
  type === 'deptLeader' && FIELD_KEY.test(value);
