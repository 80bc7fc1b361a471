// Access to local and session storage. If the browser denies it (cookies are blocked) or the storage is full, nothing is
// stored, and everything else still works.

/** Returns whether the browser lets the site store anything. */
export function canStore(): boolean {
  try {
    localStorage.getItem('')
    return true
  } catch {
    return false
  }
}

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function writeStored(key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
  } catch {
    // Callers show what they read back, so they never show something that was not stored.
  }
}

export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing is stored.
  }
}

/** Stores a text for the next page in this tab. */
export function storeForNextPage(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text)
  } catch {
    // The next page works without it.
  }
}

/** Returns the text that the previous page stored with `storeForNextPage`, and removes it. */
export function takeFromPreviousPage(key: string): string | null {
  try {
    const text = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return text
  } catch {
    return null
  }
}
