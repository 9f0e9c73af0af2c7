/** Fills the free space of a bar. */
export const Spacer = () => <div className="sf-spacer" aria-hidden="true" />;
