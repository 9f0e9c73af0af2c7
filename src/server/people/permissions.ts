/** Permission codes of the pages that manage people. */
export const PEOPLE_LIST = 'system:user:list';
export const PEOPLE_EDIT = 'system:user:edit';
export const PASSWORD_RESET = 'system:user:reset';
export const ONLINE_END = 'system:online:end';
export const PEOPLE_IMPORT = 'system:user:import';
