/** Type of a stored value as the expression language sees it. Numbers are always double. */
export type ValueType = 'string' | 'double' | 'bool' | 'list' | 'dyn';

/** The type of a name with members, such as `form` in `form.x` or `user` in `user.name`. */
export interface ObjectType {
  fields: Readonly<Record<string, ExpressionType>>;
}
/** A list of rows: `sum(items.map(r, r.amount))`. Row values are Row (`{ id, fieldsMap }`) or plain maps. */
export interface RowsType {
  rows: Readonly<Record<string, ExpressionType>>;
}

export type ExpressionType = ValueType | ObjectType | RowsType;

/**
 * The names that an expression may use, with their types. Callers should pass the same object for the same names,
 * because the environments of the expression language are cached by the identity of this object.
 */
export type ExpressionTypes = Readonly<Record<string, ExpressionType>>;

/** Returns the raw value of a name; called only for names that the expression reads. */
export type ReadName = (name: string) => unknown;

export const isObjectType = (type: ExpressionType): type is ObjectType => typeof type === 'object' && 'fields' in type;
export const isRowsType = (type: ExpressionType): type is RowsType => typeof type === 'object' && 'rows' in type;
