// Input from outside is answered with a value or with a reason in words.
export type Result<T> = { ok: true; value: T } | { ok: false; reason: string };

export const success = <T>(value: T): Result<T> => ({ ok: true, value });
export const failure = (reason: string): { ok: false; reason: string } => ({ ok: false, reason });
