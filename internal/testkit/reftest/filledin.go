package reftest

// FilledIn are parts of IRIs that are filled in later, in notations of templates and of placeholders: no command or host
// changes a text with one.
var FilledIn = []string{
	"{{ page.url | relative_url }}", "{% url 'x' %}", "${{ steps.d.outputs.url }}", "${x y}", "#{bean.x y}",
	"<%= x %>", "<?= $x ?>", "[% x %]", "<id>", "{a b}", "{}", "{id}", "{f('a')}", "$(PORT x)",
	"%s", "%d", "%q", "%v", "%1$s", "%(n)s", "%VERSION%", "%BASE%/x", "%@",
}
