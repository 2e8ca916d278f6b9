/** For how many nights the environment's own account keeps a backup: it is on its way only, since point-in-time recovery restores more exactly. */
export const nights_here = 7;
