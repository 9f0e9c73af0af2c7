/** Pattern of field keys, those of imported forms included; a level is a number. */
const FIELD_KEY = /^[A-Za-z_$一-龥][\w$一-龥-]*$/;

/** Returns true if a candidate means the leader of the department that a field of the form contains. */
export const namesDeptField = (type: string, value: string): boolean => type === 'deptLeader' && FIELD_KEY.test(value);
