// Before the first paint: the theme that was chosen, else the system's.
let theme = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'
try {
  theme = localStorage.getItem('theme') ?? theme
} catch {
  // This browser stores nothing.
}
document.documentElement.dataset.theme = theme
