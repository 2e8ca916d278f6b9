import { routes } from './routes.ts';

export const methodsOf = (path: string): readonly string[] => {
  const parts = path.split('/');
  const fits = (pattern: string): boolean => {
    const wanted = pattern.split('/');
    return (
      wanted.length === parts.length &&
      wanted.every((part, i) => (part.startsWith('{') ? parts[i] !== '' : part === parts[i]))
    );
  };
  const literal = routes.filter((route) => route.path === path);
  const matching = literal.length > 0 ? literal : routes.filter((route) => fits(route.path));
  return [...new Set(matching.map(({ method }) => method))];
};
