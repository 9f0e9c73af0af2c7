/** RG-004: a line at the top that is animated once on every navigation. Decorative only. */
export const NavigationBar = ({ place }: { place: string }) => (
  <div key={place} className="sf-navigation" aria-hidden="true" data-navigation={place} />
);
