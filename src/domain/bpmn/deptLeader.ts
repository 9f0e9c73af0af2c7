/** Pattern of field keys, those of imported forms included; a level is a number. */
const FIELD_KEY = /^[A-Za-z_$一-龥][\w$一-龥-]*$/;

/** Returns true for a candidate that is the leader of the department in a field of the form. */
export const namesDeptField = (type: string, value: string): boolean => type === 'deptLeader' && FIELD_KEY.test(value);
