/** What a role may be given of the people's pages. */
export const PEOPLE_LIST = 'system:user:list';
export const PEOPLE_EDIT = 'system:user:edit';
export const PEOPLE_RESET = 'system:user:reset';
export const ONLINE = 'system:online:end';
export const PEOPLE_IMPORT = 'system:user:import';
